import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { open } from 'maxmind';

// `npm run edge:geo -- FILE`: checks a database of places in MaxMind's format, and installs it where GEOIP_DB says, for edges and the
// name server of this machine. They read it at their next start.

const OLD_DAYS = 90;
/** Addresses of large networks on several continents: one without any of them isn't a database of the internet. */
const samples = ['1.1.1.1', '8.8.8.8', '77.88.8.8', '114.114.114.114', '200.160.0.8', '2001:4860:4860::8888'];

const [file] = process.argv.slice(2);
if (!file) stop('Name the file: npm run edge:geo -- GeoLite2-Country.mmdb');
const target = resolve(process.env.GEOIP_DB || './data/geoip.mmdb');

const reader = await open(file).catch((error) => stop(`${file} can't be read: ${error.message}`));
const { databaseType, buildEpoch } = reader.metadata;
const places = samples.flatMap((address) => reader.get(address) ?? []);
const kinds = [
  places.some(({ country }) => country?.iso_code !== undefined) && 'countries',
  places.some(({ autonomous_system_number: asn }) => asn !== undefined) && 'AS numbers',
].filter(Boolean);
if (kinds.length === 0)
  stop(`${file} has neither the country nor the AS number of ${samples.join(', ')}: it is damaged, or has other fields`);

const days = Math.floor((Date.now() - buildEpoch.getTime()) / 86_400_000);
await mkdir(dirname(target), { recursive: true });
const part = `${target}.${process.pid}.part`;
try {
  await copyFile(file, part);
  // What was read may have been replaced meanwhile.
  await open(part);
  await rename(part, target);
} catch (error) {
  await rm(part, { force: true });
  stop(`${target} can't be written: ${error.message}`);
}
console.log(`${target}: ${databaseType} of ${buildEpoch.toISOString().slice(0, 10)}, with ${kinds.join(' and ')}.`);
if (days > OLD_DAYS) console.log(`It is ${days} days old. Get a newer one: addresses move between countries.`);
if (process.env.GEOIP_DB) console.log('Restart the edge and the portal to use it.');
else console.log(`Set GEOIP_DB=${target} for the edge and the portal, and restart them.`);

/** @returns {never} */
function stop(reason) {
  console.error(reason);
  process.exit(1);
}
