import * as operator from '../../src/lib/contract/operator/index.ts';
import { contractSuite } from '../support/contract-suite.ts';

contractSuite(operator);
