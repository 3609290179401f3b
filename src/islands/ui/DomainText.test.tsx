import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DomainText } from './DomainText.tsx';

test('a name in another script is shown in it, with its ASCII form as the tooltip', () => {
  render(
    <>
      <DomainText>www.xn--mgbtj4c7ad63e.example</DomainText>
      <DomainText>shop.example</DomainText>
    </>,
  );
  expect(screen.getByText('www.فروشگاه.example').title).toBe('www.xn--mgbtj4c7ad63e.example');
  expect(screen.getByText('shop.example').hasAttribute('title')).toBe(false);
});
