/**
 * The descriptor {@code webservices.xml}. Immutable records, read once a deployment.
 *
 * <p>Specification: Enterprise Web Services 2.0, 7.1.
 */
@NullMarked
package io.keelson.ee.soap.descriptor;

import org.jspecify.annotations.NullMarked;
