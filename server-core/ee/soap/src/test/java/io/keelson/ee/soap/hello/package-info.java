/** Endpoints of an EJB module, for the tests. */
package io.keelson.ee.soap.hello;
