package io.keelson.kernel.management;

import java.util.List;

/**
 * A page of the console that shows tables: the records that an operation lists, on each server that has the feature. Where the answer has
 * several lists, each is a table under the list's name. A record with a component {@code actions}, the words of commands, has only those
 * buttons. Immutable.
 *
 * @param id its part of the address, in kebab case and no other page's
 * @param title its title in the navigation
 * @param group the group in the navigation: {@code Domain}, {@code Applications}, {@code Servers} or {@code Settings}, or a new one
 * @param help a sentence above the table
 * @param operation the path of an operation with {@link FeatureOperation.Kind#READ} and without variables, whose answer has lists of
 *     records
 * @param key the name of the column that tells rows apart, in kebab case; it is the value of an action's variable
 * @param actions the paths of operations with one variable, which is the row's key; a row has a button for each
 * @param details the path of an operation with {@link FeatureOperation.Kind#READ} and the row's key as variable, whose answer is shown when
 *     somebody asks for more of a row; empty for none
 */
public record ConsolePage(
        String id,
        String title,
        String group,
        String help,
        String operation,
        String key,
        List<String> actions,
        String details) {
    public ConsolePage {
        actions = List.copyOf(actions);
        if (!id.matches(FeatureOperation.NAME)) {
            throw new IllegalArgumentException("no id of a page in kebab case: " + id);
        }
    }

    /** A page whose rows have no details. */
    public ConsolePage(
            String id, String title, String group, String help, String operation, String key, List<String> actions) {
        this(id, title, group, help, operation, key, actions, "");
    }

    /** Returns the page with details of its rows, by the path of an operation. */
    public ConsolePage details(String path) {
        return new ConsolePage(id, title, group, help, operation, key, actions, path);
    }
}
