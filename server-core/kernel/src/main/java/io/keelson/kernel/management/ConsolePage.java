package io.keelson.kernel.management;

import java.util.List;

/**
 * A page of the console that shows a table: the records that an operation lists, on each server that has the feature. Immutable.
 *
 * @param id its part of the address, in kebab case and no other page's
 * @param title its title in the navigation
 * @param group the group in the navigation: {@code Domain}, {@code Applications}, {@code Servers} or {@code Settings}, or a new one
 * @param help a sentence above the table
 * @param operation the path of an operation with {@link FeatureOperation.Kind#READ} and without variables, whose answer has one list of records
 * @param key the name of the column that tells rows apart, in kebab case; it is the value of an action's variable
 * @param actions the paths of operations with one variable, which is the row's key; a row has a button for each
 */
public record ConsolePage(
        String id, String title, String group, String help, String operation, String key, List<String> actions) {
    public ConsolePage {
        actions = List.copyOf(actions);
        if (!id.matches(FeatureOperation.NAME)) {
            throw new IllegalArgumentException("no id of a page in kebab case: " + id);
        }
    }
}
