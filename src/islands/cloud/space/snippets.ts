import type { SpaceCredentials } from '../../../lib/contract/cloud/space.ts';

export const tools = ['aws', 'rclone', 's3cmd'] as const;
export type Tool = (typeof tools)[number];
export const toolNames: Record<Tool, string> = { aws: 'AWS CLI', rclone: 'rclone', s3cmd: 's3cmd' };

/** Commands that list a space and upload a file. An unknown secret is a placeholder. */
export function buildSnippet(
  tool: Tool,
  { endpoint, region, accessKey, secretKey = 'SECRET_KEY' }: SpaceCredentials,
  bucket: string,
): string {
  const { host, protocol } = new URL(endpoint);
  const snippets: Record<Tool, string[]> = {
    aws: [
      `export AWS_ACCESS_KEY_ID=${accessKey}`,
      `export AWS_SECRET_ACCESS_KEY=${secretKey}`,
      `export AWS_DEFAULT_REGION=${region}`,
      `export AWS_ENDPOINT_URL=${endpoint}`,
      `aws s3 cp photo.jpg s3://${bucket}/`,
      `aws s3 ls s3://${bucket}/`,
    ],
    rclone: [
      `rclone config create space s3 provider=Other \\`,
      `  endpoint=${endpoint} region=${region} \\`,
      `  access_key_id=${accessKey} secret_access_key=${secretKey}`,
      `rclone copy ./photos space:${bucket}/photos`,
      `rclone ls space:${bucket}`,
    ],
    s3cmd: [
      `s3cmd --access_key=${accessKey} --secret_key=${secretKey} \\`,
      `  --host=${host} --host-bucket=${host} --region=${region}${protocol === 'http:' ? ' --no-ssl' : ''} \\`,
      `  put photo.jpg s3://${bucket}/`,
    ],
  };
  return snippets[tool].join('\n');
}
