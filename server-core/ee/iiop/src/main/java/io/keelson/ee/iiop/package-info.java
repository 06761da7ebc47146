/**
 * RMI-IIOP: the remote views of applications for clients that speak GIOP, and CosNaming for them. {@link io.keelson.ee.iiop.Broker} owns
 * the object request broker, which starts at the first connection; its threads run the calls. See docs/design/iiop.md.
 *
 * <p>Specification: Enterprise Beans 4.0 Optional Features, 5 (distribution and interoperability); Java Language to IDL Mapping 1.3;
 * CORBA 3.3.
 */
@NullMarked
package io.keelson.ee.iiop;

import org.jspecify.annotations.NullMarked;
