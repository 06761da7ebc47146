/** Entity beans with container-managed persistence, for the tests. */
package io.keelson.ejb.shop;
