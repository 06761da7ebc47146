/** Entity beans with bean-managed persistence, for the tests. */
package io.keelson.ejb.bmp;
