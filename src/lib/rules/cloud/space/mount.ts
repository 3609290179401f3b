/* A space as a folder of a server. The panel has no access to servers and doesn't store secret keys, so customers run the commands. */

/** Maximum spaces that a server mounts. */
export const maxServerSpaces = 16;

export const mountTools = ['s3fs', 'rclone'] as const;
export type MountTool = (typeof mountTools)[number];

export const spaceMountSteps = ['prepare', 'mount', 'unmount'] as const;
export type SpaceMountStep = (typeof spaceMountSteps)[number];

/** How S3 tools reach a space. */
interface Access {
  endpoint: string;
  region: string;
  accessKey: string;
}

/** Commands for a Linux server with apt. The secret key is the placeholder `SECRET_KEY`. */
export function spaceMountCommands(
  tool: MountTool,
  { endpoint, region, accessKey }: Access,
  bucket: string,
  mountPoint: string,
): Record<SpaceMountStep, string> {
  const options = `_netdev,nofail,allow_other,use_path_request_style,url=${endpoint},endpoint=${region}`;
  const commands: Record<MountTool, Record<SpaceMountStep, readonly string[]>> = {
    s3fs: {
      prepare: [
        'sudo apt-get install -y s3fs',
        `echo '${bucket}:${accessKey}:SECRET_KEY' | sudo tee -a /etc/passwd-s3fs > /dev/null`,
        'sudo chmod 600 /etc/passwd-s3fs',
      ],
      mount: [
        `sudo mkdir -p ${mountPoint}`,
        `echo '${bucket} ${mountPoint} fuse.s3fs ${options} 0 0' | sudo tee -a /etc/fstab`,
        `sudo mount ${mountPoint}`,
      ],
      unmount: [
        `sudo umount ${mountPoint}`,
        `sudo sed -i '\\#^${bucket} ${mountPoint} #d' /etc/fstab`,
        `sudo sed -i '/^${bucket}:/d' /etc/passwd-s3fs`,
      ],
    },
    rclone: {
      prepare: [
        'sudo apt-get install -y rclone fuse3',
        `sudo rclone config create ${bucket} s3 provider=Other \\`,
        `  endpoint=${endpoint} region=${region} \\`,
        `  access_key_id=${accessKey} secret_access_key=SECRET_KEY`,
      ],
      mount: [
        `sudo mkdir -p ${mountPoint}`,
        `sudo rclone mount ${bucket}:${bucket} ${mountPoint} --daemon --allow-other --vfs-cache-mode writes`,
      ],
      unmount: [`sudo fusermount3 -u ${mountPoint}`, `sudo rclone config delete ${bucket}`],
    },
  };
  const { prepare, mount, unmount } = commands[tool];
  return { prepare: prepare.join('\n'), mount: mount.join('\n'), unmount: unmount.join('\n') };
}
