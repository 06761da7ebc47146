@org.jspecify.annotations.NullMarked
package io.keelson.ejb.entity;
