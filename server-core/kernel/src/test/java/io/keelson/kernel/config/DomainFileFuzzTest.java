package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A domain's file is read or refused with the place. What can be edited says afterwards what was asked, and has every
 * character before and behind the value as it was.
 */
class DomainFileFuzzTest {
    private static final Path FILE = Path.of("domain.yaml");
    private static final int MOST_EDITS = 12;
    private static final String[] VALUES = {"v", "it's: #\"x\"", "true", " a\nb "};

    private record Leaf(List<String> path, YamlNode.Scalar node) {}

    @DictionaryFile(resourcePath = "domain.dict")
    @FuzzTest
    void files(byte[] bytes) {
        DomainFile file;
        try {
            file = DomainFile.parse(FILE, bytes);
        } catch (ConfigurationException e) {
            refused(e);
            return;
        }
        try {
            new ConfigurationReader(Example.MODEL).read(file, "AdminServer");
        } catch (ConfigurationException e) {
            refused(e);
        }
        List<Leaf> leaves = new ArrayList<>();
        leaves(file.root(), List.of(), leaves);
        for (int i = 0; i < Math.min(leaves.size(), MOST_EDITS); i++) {
            edit(file, leaves.get(i), VALUES[i % VALUES.length]);
        }
    }

    private static void refused(ConfigurationException e) {
        assertThat(e.problems()).isNotEmpty();
        assertThat(e.getMessage()).contains("domain.yaml:");
    }

    private static void edit(DomainFile file, Leaf leaf, String value) {
        SettingPath target = new SettingPath(leaf.path());
        DomainFile edited;
        try {
            edited = file.edit(target, value);
        } catch (EditException e) {
            assertThat(e.getMessage()).isNotBlank();
            return;
        }
        YamlNode node = edited.root();
        for (String key : leaf.path()) {
            node = ((YamlNode.Mapping) node).entry(key).value();
        }
        assertThat(((YamlNode.Scalar) node).text()).isEqualTo(value);
        if (!leaf.node().isNull()) {
            YamlNode.Span span = leaf.node().span();
            assertThat(edited.text()).startsWith(file.text().substring(0, span.start()));
            assertThat(edited.text()).endsWith(file.text().substring(span.end()).stripLeading());
        }
    }

    private static void leaves(YamlNode node, List<String> path, List<Leaf> found) {
        if (!(node instanceof YamlNode.Mapping mapping)) {
            return;
        }
        for (YamlNode.Entry entry : mapping.entries()) {
            List<String> below = new ArrayList<>(path);
            below.add(entry.key().text());
            if (entry.key().text().isEmpty()) {
                continue;
            }
            if (entry.value() instanceof YamlNode.Scalar scalar) {
                found.add(new Leaf(below, scalar));
            }
            leaves(entry.value(), below, found);
        }
    }
}
