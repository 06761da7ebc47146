/** Tests of what operators see of enterprise beans. */
package io.keelson.ejb.management;
