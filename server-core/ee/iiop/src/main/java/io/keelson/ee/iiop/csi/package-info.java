/**
 * Security of CORBA's Common Secure Interoperability, version 2, as bytes: security mechanisms in references, SAS messages beside calls,
 * tokens with user and password. Written by hand, so that lengths that a stranger announces are checked before memory is taken. Used by
 * server and client; immutable and thread-safe where a type says nothing else.
 *
 * <p>Specification: CORBA 3.3, Part 2, 10 Secure Interoperability.
 */
@NullMarked
package io.keelson.ee.iiop.csi;

import org.jspecify.annotations.NullMarked;
