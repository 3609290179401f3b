import type { AnyCall } from '../../src/lib/contract/call.ts';
import type { Answer, TestProvider } from './provider.ts';

/** A request whose body ends when `finish` is called: its caller was identified before. */
export async function slowRequest(
  p: TestProvider,
  call: AnyCall,
  input: Record<string, unknown>,
  { token, file }: { token: string; file?: File },
): Promise<{ finish(): Promise<Answer> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.append(name, String(value));
  if (file) form.append('file', file);
  const whole = call.body === 'multipart' ? new Response(form) : Response.json(input);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const { promise: isFinished, resolve: finish } = Promise.withResolvers<void>();
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  const raw = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        read();
        await isFinished;
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const answer = p.request('POST', call.path, { token, raw, headers: { 'content-type': whole.headers.get('content-type') ?? '' } });
  await Promise.race([isRead, answer]);
  return {
    finish() {
      finish();
      return answer;
    },
  };
}
