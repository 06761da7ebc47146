package io.keelson.kernel.config;

import io.keelson.base.config.Setting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The reference page of {@code domain.yaml}, in Markdown. The same model gives the same text. */
public final class ModelReference {
    private static final String TABLE = """

            | Key | Type | Default | Range | Change | Owner | What it does |
            |---|---|---|---|---|---|---|
            """;

    private static final SettingPath TEMPLATES = SettingPath.of(DynamicServers.TEMPLATES, ModelSection.EACH);

    private final StringBuilder page = new StringBuilder();
    private final Model model;

    private ModelReference(Model model) {
        this.model = model;
    }

    /** The whole model on one page: a chapter a path, with a row for each key. */
    public static String markdown(Model model) {
        return new ModelReference(model).write();
    }

    private String write() {
        page.append("""
                # Reference: domain.yaml

                Generated from the configuration records; do not edit. A `*` in a path stands for a name that you choose.
                A setting of the path `a.b` can be overridden with `-Dkeelson.a.b=` or `KEELSON_A_B`. *Live* changes
                apply when they are activated, the others when the server starts the next time.
                """);
        List<ModelSection> sections = new ArrayList<>(model.sections());
        sections.sort(Comparator.comparing(section -> section.path().toString()));
        Set<SettingPath> paths = new LinkedHashSet<>();
        sections.forEach(section -> paths.add(section.path()));
        for (SettingPath path : paths) {
            if (path.equals(SettingPath.of(Model.SERVERS, ModelSection.EACH)) && model.at(TEMPLATES) != null) {
                templates();
            }
            page.append("\n## ").append(path.keys().isEmpty() ? "The domain" : '`' + path.toString() + '`');
            page.append('\n');
            String help = model.help(path);
            if (!help.isEmpty()) {
                page.append('\n').append(help).append('\n');
            }
            page.append(TABLE);
            for (ModelSection section : sections) {
                if (section.path().equals(path)) {
                    section.record().keys().forEach(key -> row(key, key.name()));
                }
            }
        }
        return page.toString();
    }

    private void templates() {
        page.append("\n## `")
                .append(TEMPLATES)
                .append("`\n\n")
                .append(model.help(TEMPLATES))
                .append(" See `clusters.*`, dynamic.\n");
    }

    private void row(Shape.Key key, String name) {
        Shape.Declared declared = key.setting();
        if (declared == null) {
            return;
        }
        Setting setting = declared.setting();
        String aliases = setting.aliases().length == 0
                ? ""
                : " Also `-Dkeelson." + String.join("=`, `-Dkeelson.", setting.aliases()) + "=`.";
        String change = setting.change() == Setting.Change.LIVE ? "live" : "restart";
        cells(
                '`' + name + '`',
                type(key.shape()),
                defaultValue(setting),
                range(key.shape()),
                change,
                declared.room(),
                setting.help().replace("|", "\\|") + aliases + (setting.secret() ? " Secret: never shown." : ""));
        below(key.shape(), name);
    }

    /** The rows of a nested record, with the way to them before their names. */
    private void below(Shape shape, String name) {
        if (shape instanceof Shape.Group group) {
            group.keys().values().forEach(key -> row(key, name + '.' + key.name()));
        } else if (shape instanceof Shape.Named named) {
            below(named.value(), name + ".*");
        } else if (shape instanceof Shape.Items items) {
            below(items.item(), name + "[]");
        }
    }

    private void cells(String... cells) {
        page.append('|');
        for (String cell : cells) {
            page.append(' ').append(cell).append(cell.isEmpty() ? "|" : " |");
        }
        page.append('\n');
    }

    private static String defaultValue(Setting setting) {
        if (setting.required()) {
            return "*required*";
        }
        return setting.defaultValue().isEmpty() ? "" : code(setting.defaultValue());
    }

    /** Code in a cell: a bar would end the cell. */
    private static String code(String text) {
        return '`' + text.replace("|", "\\|") + '`';
    }

    private static String type(Shape shape) {
        if (shape instanceof Shape.Scalar scalar) {
            return scalar.type().title();
        }
        if (shape instanceof Shape.Items items) {
            return "list of " + type(items.item());
        }
        return shape instanceof Shape.Named named ? "mapping from names to " + type(named.value()) : "mapping";
    }

    private static String range(Shape shape) {
        if (shape instanceof Shape.Items items) {
            return range(items.item());
        }
        if (shape instanceof Shape.Named named) {
            return range(named.value());
        }
        if (!(shape instanceof Shape.Scalar scalar)) {
            return "";
        }
        Rules rules = scalar.rules();
        String range = rules.range().replaceFirst("^,? ?", "");
        if (rules.pattern() != null) {
            range = "matches " + code(rules.pattern().pattern());
        }
        return rules.reference() == null ? range : "a name in `" + rules.reference() + '`';
    }
}
