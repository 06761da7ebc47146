package io.keelson.ejb.schema;

/**
 * A column of an entity bean's table.
 *
 * @param index its place among the columns of the bean
 * @param name in SQL
 * @param type of its values in Java
 * @param key true if it is of the primary key
 */
public record Column(int index, String name, Class<?> type, boolean key) {}
