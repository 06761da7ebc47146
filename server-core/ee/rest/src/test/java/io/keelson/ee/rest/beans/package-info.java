/** Session beans as resources and providers, for the tests. */
package io.keelson.ee.rest.beans;
