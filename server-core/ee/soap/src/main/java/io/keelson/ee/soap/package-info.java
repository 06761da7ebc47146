/**
 * SOAP: web service endpoints of applications by CXF, and their clients. The contributor is confined to deploying threads; a published
 * endpoint is immutable and serves on all threads.
 *
 * <p>Specification: XML Web Services 4.0; Enterprise Web Services 2.0; Web Services Metadata 3.0.
 */
@NullMarked
package io.keelson.ee.soap;

import org.jspecify.annotations.NullMarked;
