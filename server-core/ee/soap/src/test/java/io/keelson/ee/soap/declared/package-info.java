/** An application whose {@code webservices.xml} and {@code web.xml} say of its ports what its annotations do not. */
package io.keelson.ee.soap.declared;
