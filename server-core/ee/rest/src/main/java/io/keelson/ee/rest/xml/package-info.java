/** Bodies in XML by XML Binding. The providers are thread-safe. */
@NullMarked
package io.keelson.ee.rest.xml;

import org.jspecify.annotations.NullMarked;
