/** An address or a range beside a name. */
export const Address = ({ children }: { children: string }) => (
  <bdi dir="ltr" className="mono text-caption text-text-2">
    {children}
  </bdi>
);
