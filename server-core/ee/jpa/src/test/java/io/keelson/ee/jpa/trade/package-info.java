/** A unit as applications for other providers have it: generic identifiers, a table of identifiers, reserved words for names. */
package io.keelson.ee.jpa.trade;
