/** A web application with pages of Faces. */
package io.keelson.ee.faces.guests;
