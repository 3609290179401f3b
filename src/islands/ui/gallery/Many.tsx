import { Card } from '../Card.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../Table.tsx';
import { TypeTag } from '../TypeTag.tsx';
import { VirtualRows } from '../VirtualRows.tsx';
import type { Texts } from './texts.ts';

const many = Array.from({ length: 10_000 }, (_, index) => ({
  id: index,
  name: `host-${index}`,
  content: `2001:db8::${index.toString(16)}`,
}));

export function Many({ t }: { t: Texts }) {
  return (
    <Card flush title={t.all} line>
      <Table label={t.all} rows widths={['110px', '40%', undefined]} total={many.length + 1}>
        <Head>
          <HeadCell>{t.type}</HeadCell>
          <HeadCell>{t.name}</HeadCell>
          <HeadCell>{t.content}</HeadCell>
        </Head>
        <VirtualRows items={many} keyOf={(one) => one.id} columns={3}>
          {(one, { key, ...row }) => (
            <Row key={key} {...row}>
              <Cell m="lead">
                <TypeTag type="AAAA" />
              </Cell>
              <Cell m="title">
                <bdi dir="ltr">{one.name}</bdi>
              </Cell>
              <Cell m="sub" clip>
                <bdi dir="ltr" className="mono">
                  {one.content}
                </bdi>
              </Cell>
            </Row>
          )}
        </VirtualRows>
      </Table>
    </Card>
  );
}
