import { expect, test } from 'vitest';
import { readOpenstackSettings } from './settings.ts';

const valid = {
  OS_AUTH_URL: 'https://cloud.example.com:5000/v3',
  OS_USERNAME: 'nasim',
  OS_PASSWORD: 'secret',
  OS_PROJECT_NAME: 'nasim',
  OS_NETWORK: 'public',
  OS_PLACES: 'FRA=RegionOne/az1, AMS=RegionTwo',
};

test('data centers are regions, or zones in them', () => {
  const { places, role, volumeTypes } = readOpenstackSettings({ ...valid, OS_VOLUME_TYPES: 'ssd=ceph-ssd' });
  expect([...places]).toEqual([
    ['FRA', { region: 'RegionOne', zone: 'az1' }],
    ['AMS', { region: 'RegionTwo', zone: null }],
  ]);
  expect([role, volumeTypes.get('ssd')]).toEqual(['admin', 'ceph-ssd']);
});

test('each invalid variable has a line, without its secret', () => {
  const read = () =>
    readOpenstackSettings({ ...valid, OS_AUTH_URL: 'cloud', OS_NETWORK: '', OS_PLACES: 'FRA', OS_VOLUME_TYPES: 'tape=slow' });
  expect(read).toThrow(/^OS_AUTH_URL: .*\nOS_PLACES: .*FRA.*\nOS_NETWORK: is required\nOS_VOLUME_TYPES: .*tape/);
  expect(read).not.toThrow('secret');
});
