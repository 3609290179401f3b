import * as operator from '../../src/lib/contract/operator/index.ts';
import { contractSuite } from '../support/contractSuite.ts';

contractSuite(operator);
