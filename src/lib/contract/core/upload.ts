import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { uploadUsages } from '../../rules/core/upload.ts';
import { group, post, upload as uploadCall } from '../call.ts';
import { Id } from '../fields.ts';

export const StoredFile = z
  .object({ id: Id, name: z.string(), type: z.string().describe('Media type, judged by the content.'), size: z.int().describe('Bytes.') })
  .meta({ id: 'StoredFile' });
export type StoredFile = z.infer<typeof StoredFile>;

export const upload = group('upload', null, {
  file: uploadCall('/upload/file', {
    summary: 'Upload a file that a message will refer to',
    input: z.object({
      usage: z.enum(uploadUsages),
      draft: Id.describe('Names the message that is being written; any text will do. Its files are counted and compared.'),
      owner: Id.optional().describe('The ticket that the message will be part of, if it exists: a file that it has is refused.'),
    }),
    output: z.object({ file: StoredFile }),
    success: false,
    errors: [key('error:fileTooLarge'), key('error:fileDuplicate'), key('error:tooManyFiles'), key('error:fileFormat')],
    example: { usage: 'ticket', draft: 'my-draft' },
  }),
  delete: post('/upload/delete', {
    summary: 'Delete an uploaded file that was not sent yet',
    input: z.object({ fileId: Id }),
    output: z.object({ done: z.literal(true) }),
    success: false,
    errors: [key('error:fileSent')],
    example: { fileId: 'no-file' },
    exampleStatus: 404,
  }),
});
