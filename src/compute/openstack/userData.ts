import { randomUUID } from 'node:crypto';
import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { vendorParts } from '../seed.ts';

/** Adds keys before cloud-init's own module, which keeps those that are there: the customer's data can add keys but not remove them. */
const addKeys = (keys: readonly string[]): string => {
  const encoded = Buffer.from(`${keys.join('\n')}\n`).toString('base64');
  return `#!/bin/sh
cloud-init-per instance nasim-ssh-keys sh -c 'umask 077; mkdir -p /root/.ssh; echo ${encoded} | base64 -d >> /root/.ssh/authorized_keys'
`;
};

const toPart = (type: string, content: string): string =>
  `Content-Type: ${type}; charset="utf-8"\nMIME-Version: 1.0\nContent-Transfer-Encoding: base64\n\n${Buffer.from(content).toString('base64')}\n`;

/** Data that is a MIME message by now stays one, inside of ours. */
const isMessage = (text: string): boolean => /^(content-type: *multipart\/|mime-version:)/i.test(text);

/**
 * What the system of a server reads at its first boot (cloud-init, "User-data formats"): first the settings of the provider, then those of
 * the customer, which win. Keypairs of the cloud aren't used: they belong to the service user.
 */
export function toUserData({ access, password, image }: Pick<ServerSpec, 'access' | 'password' | 'image'>): string {
  const boundary = `nasim-${randomUUID()}`;
  const parts = vendorParts(password.value, image.imageId !== null).map(({ type, content }) => toPart(type, content));
  if (access.sshKeys.length > 0) parts.push(toPart('text/cloud-boothook', addKeys(access.sshKeys)));
  // Of plain text, cloud-init recognizes the type by the first line.
  if (access.userData) parts.push(isMessage(access.userData) ? access.userData : toPart('text/plain', access.userData));
  const body = parts.map((part) => `--${boundary}\n${part}\n`).join('');
  return `Content-Type: multipart/mixed; boundary="${boundary}"\nMIME-Version: 1.0\n\n${body}--${boundary}--\n`;
}
