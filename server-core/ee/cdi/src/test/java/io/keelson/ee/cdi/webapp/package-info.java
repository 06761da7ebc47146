/** Applications of the tests. */
package io.keelson.ee.cdi.webapp;
