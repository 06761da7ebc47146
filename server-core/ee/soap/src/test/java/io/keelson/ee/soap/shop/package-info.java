/** Endpoints of a web module, for the tests. */
package io.keelson.ee.soap.shop;
