/** One bean by several interfaces: the native protocol, SOAP and REST. */
package io.keelson.examples.interfaces;
