import * as cdn from '../../src/lib/contract/cdn/index.ts';
import { contractSuite } from '../support/contract-suite.ts';

contractSuite(cdn);
