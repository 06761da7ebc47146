/** One bean by several interfaces: the native protocol, RMI-IIOP, SOAP and REST. */
package io.keelson.examples.interfaces;
