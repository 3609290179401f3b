/** A moment as `<input type=datetime-local>` takes it, in the time zone of the device. @param iso ISO 8601 */
export function localTime(iso: string): string {
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
