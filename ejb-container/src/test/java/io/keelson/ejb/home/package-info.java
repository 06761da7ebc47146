/** Beans of Enterprise Beans 2.1 with homes, for the tests. */
package io.keelson.ejb.home;
