import { Scroller } from '../Scroller.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../Table.tsx';
import type { ChartData, ChartFormat } from './types.ts';

interface ChartTableProps {
  data: ChartData;
  title: string;
  format: ChartFormat;
  texts: { time: string };
  height?: number | undefined;
}

/** The figures of a chart, newest first. Gaps are dashes. */
export function ChartTable({ data: { times, series }, title, format, texts, height = 220 }: ChartTableProps) {
  const newestFirst = times.map((time, i) => ({ time, i })).reverse();
  return (
    <Scroller label={title} className="chart-table" style={{ maxBlockSize: height + 60 }}>
      <Table label={title}>
        <Head>
          <HeadCell>{texts.time}</HeadCell>
          {series.map(({ key, name }) => (
            <HeadCell key={key} num>
              {name}
            </HeadCell>
          ))}
        </Head>
        <tbody>
          {newestFirst.map(({ time, i }) => (
            <Row key={time} plain>
              <Cell>{format.moment(time)}</Cell>
              {series.map(({ key, values }) => (
                <Cell key={key} num>
                  {typeof values[i] === 'number' ? format.value(values[i]) : '—'}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </Scroller>
  );
}
