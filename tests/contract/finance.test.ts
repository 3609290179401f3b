import * as finance from '../../src/lib/contract/finance/index.ts';
import { contractSuite } from '../support/contractSuite.ts';

contractSuite(finance);
