import * as core from '../../src/lib/contract/core/index.ts';
import { contractSuite } from '../support/contract-suite.ts';

contractSuite(core);
