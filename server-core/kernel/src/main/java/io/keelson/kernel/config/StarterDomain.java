package io.keelson.kernel.config;

import io.keelson.base.config.Setting;

/**
 * The first {@code domain.yaml} of a new domain: short, with what can be set written as comments, from the model. A
 * comment without its {@code #} is a valid line.
 */
public final class StarterDomain {
    private final Model model;
    private final StringBuilder text = new StringBuilder();

    private StarterDomain(Model model) {
        this.model = model;
    }

    /**
     * The text for a domain with one server, its admin server {@code AdminServer}.
     *
     * @throws IllegalArgumentException when the name is not one for a domain
     */
    public static String text(Model model, String name) {
        if (!YamlText.NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "not a name for a domain: '" + name + "'; use letters, digits, . _ and -");
        }
        return new StarterDomain(model).write(name);
    }

    private String write(String name) {
        text.append("""
                # A Keelson domain. Settings in comments show their defaults; remove the # to change one.
                # Every setting is described in the reference page of domain.yaml.

                """);
        text.append("name: ").append(YamlText.text(name)).append('\n');
        settings(SettingPath.ROOT, 0, "name");
        text.append("\nservers:\n  AdminServer:\n");
        settings(SettingPath.of(Model.SERVERS, ModelSection.EACH), 4, "");
        return text.toString();
    }

    /** The keys of the records at a path that have a single value as default. */
    private void settings(SettingPath path, int indent, String except) {
        for (ModelSection section : model.sections()) {
            if (section.path().equals(path)) {
                for (Shape.Key key : section.record().keys()) {
                    if (!key.name().equals(except)) {
                        setting(key, indent);
                    }
                }
            }
        }
    }

    private void setting(Shape.Key key, int indent) {
        Shape.Declared declared = key.setting();
        if (declared == null || declared.setting().defaultValue().isEmpty()) {
            return;
        }
        Setting setting = declared.setting();
        String margin = " ".repeat(indent);
        text.append(margin).append("# ").append(setting.help()).append('\n');
        text.append(margin).append("#").append(key.name()).append(": ");
        text.append(value(key.shape(), setting.defaultValue())).append('\n');
    }

    private static String value(Shape shape, String written) {
        if (shape instanceof Shape.Items items) {
            return RecordShapes.splitList(written).stream()
                    .map(item -> value(items.item(), item))
                    .toList()
                    .toString();
        }
        boolean plain = shape instanceof Shape.Scalar scalar && scalar.type().isPlainInYaml();
        return plain ? written : YamlText.text(written);
    }
}
