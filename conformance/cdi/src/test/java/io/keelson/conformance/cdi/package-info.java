/**
 * Ports the public suite of CDI to this server: what the suite asks of an implementation beyond its API. The classes lie in each archive
 * that the suite deploys and run in the server.
 */
package io.keelson.conformance.cdi;
