import { expect, test } from 'vitest';
import { decision, plain, trace } from '../../../../../../../tests/support/edgeSample.ts';

const send = (body: string) => trace(plain, { method: 'POST', body, headers: { 'content-type': 'application/xml' } });

test.each([
  '<!DOCTYPE a SYSTEM "http://x.example/a.dtd"><a/>',
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///x">]><a>&b;</a>',
  '<!DOCTYPE a [<!ENTITY % b PUBLIC "x" "http://x.example/">]><a/>',
  '<!DOCTYPE a [<!ENTITY c "x"><!ENTITY b "&c;&c;&c;">]><a>&b;</a>',
])('an external or a growing entity: %s', (body) => {
  const { steps, outcome } = send(body);
  expect(steps.some(({ item }) => item?.id === 'lfi-entity')).toBe(true);
  expect(outcome).toBe('blocked');
});

test('an entity in a parameter', () => {
  expect(trace(plain, { url: '/?a=<!ENTITY b SYSTEM "x">' }).steps.some(({ item }) => item?.id === 'lfi-entity')).toBe(true);
});

test.each([
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist><string>x y</string></plist>',
  '<!DOCTYPE html><html><p>x y</p></html>',
  '<!DOCTYPE a [<!ENTITY b "text">]><a>&b;</a>',
])('a document type that nothing is loaded for: %s', (body) => expect(decision(send(body), 'waf').reason).toBe('wafClean'));
