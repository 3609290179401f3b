/**
 * A program that is installed at the first boot from Debian's packages. It is offered only for systems on which it was installed in a
 * test (recipes.full.test.ts).
 */
export interface Recipe {
  /** cloud-init user data, valid as what a customer could have typed (userData.ts). */
  userData: string;
  /** GB that the programs need at least. */
  memory: number;
  /** TCP and UDP ports on which others reach the program. */
  ports: readonly { protocol: 'tcp' | 'udp'; port: number }[];
}

/**
 * User data that installs packages and then runs a script as root. Where it ends with an error, cloud-init reports the boot as failed
 * (`cloud-init status`).
 */
export const withScript = (packages: readonly string[], script: string): string => `#cloud-config
package_update: true
packages: [${packages.join(', ')}]
write_files:
  - path: /var/lib/recipe/install
    permissions: '0700'
    content: |
${script.trim().replace(/^(?=.)/gm, '      ')}
runcmd:
  - [/var/lib/recipe/install]
`;
