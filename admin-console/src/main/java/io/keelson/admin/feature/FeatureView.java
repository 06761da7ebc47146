package io.keelson.admin.feature;

import io.keelson.kernel.management.ConsolePage;
import io.keelson.kernel.management.FeatureOperation;
import io.keelson.kernel.management.ManagementFeature;
import java.util.List;

/**
 * A feature as the management interface describes it.
 *
 * @param name its name
 * @param help what its commands are about
 * @param here true if this server has it
 * @param operations its operations
 * @param pages its pages of the console
 */
public record FeatureView(String name, String help, boolean here, List<Action> operations, List<Page> pages) {
    /**
     * An operation.
     *
     * @param method by which it is called
     * @param path its address with variables in braces
     * @param role the least role that may call it
     * @param summary what it does
     * @param command its word on the command line; empty for none
     * @param parameters that it takes in the query
     */
    public record Action(
            String method, String path, String role, String summary, String command, List<Parameter> parameters) {}

    /**
     * A parameter of an operation.
     *
     * @param name its name
     * @param help what it is for
     * @param required true if the operation is refused without it
     */
    public record Parameter(String name, String help, boolean required) {}

    /**
     * A page.
     *
     * @param id its part of the address
     * @param title its title
     * @param group its group in the navigation
     * @param help the sentence above the table
     * @param operation the path of what it lists
     * @param key the column that tells rows apart
     * @param actions the paths of what its buttons do
     * @param details the path of what shows a row alone; empty for none
     */
    public record Page(
            String id,
            String title,
            String group,
            String help,
            String operation,
            String key,
            List<String> actions,
            String details) {}

    static FeatureView of(ManagementFeature feature, boolean here) {
        return new FeatureView(
                feature.name(),
                feature.help(),
                here,
                feature.operations().stream().map(FeatureView::action).toList(),
                feature.pages().stream().map(FeatureView::page).toList());
    }

    private static Action action(FeatureOperation operation) {
        return new Action(
                FeatureRoutes.method(operation),
                operation.path(),
                operation.least().text(),
                operation.summary(),
                operation.command(),
                operation.parameters().stream()
                        .map(each -> new Parameter(each.name(), each.help(), each.required()))
                        .toList());
    }

    private static Page page(ConsolePage page) {
        return new Page(
                page.id(),
                page.title(),
                page.group(),
                page.help(),
                page.operation(),
                page.key(),
                page.actions(),
                page.details());
    }
}
