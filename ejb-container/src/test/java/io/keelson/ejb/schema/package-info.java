/** Tests of abstract schemas. */
package io.keelson.ejb.schema;
