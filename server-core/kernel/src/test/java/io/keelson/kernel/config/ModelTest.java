package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Mistakes in records are found when the model is made, and name the component. */
class ModelTest {
    @Section("a")
    record A(@Setting(help = "x", defaultValue = "1") int first) {}

    @Section("a")
    record AlsoA(@Setting(help = "x", defaultValue = "1") int second) {}

    @Section("a")
    record SameKey(@Setting(help = "x", defaultValue = "2") int first) {}

    record NoSection(@Setting(help = "x") List<String> x) {}

    @Section("x")
    record NoSetting(int port) {}

    @Section("x")
    record NoHelp(@Setting(help = "", defaultValue = "1") int port) {}

    @Section("x")
    record NoDefault(@Setting(help = "x") int port) {}

    @Section("x")
    record NotNullable(@Setting(help = "x") String name) {}

    @Section("x")
    record BadDefault(
            @Setting(help = "x", defaultValue = "abc") int port) {}

    @Section("x")
    record DefaultOutOfRange(
            @Setting(help = "x", defaultValue = "1", min = "5")
            int port) {}

    @Section("x")
    record BadBound(
            @Setting(help = "x", defaultValue = "1", min = "five")
            int port) {}

    @Section("x")
    record NoBounds(
            @Setting(help = "x", defaultValue = "true", max = "1")
            boolean on) {}

    @Section("x")
    record Crossed(
            @Setting(help = "x", required = true, min = "5", max = "4")
            int port) {}

    @Section("x")
    record BadPattern(
            @Setting(help = "x", required = true, pattern = "(")
            String name) {}

    @Section("x")
    record PatternOfNumber(
            @Setting(help = "x", required = true, pattern = "1+")
            int port) {}

    @Section("x")
    record RequiredWithDefault(
            @Setting(help = "x", defaultValue = "1", required = true)
            int port) {}

    @Section("x")
    record OtherType(@Setting(help = "x") @Nullable URI uri) {}

    @Section("x")
    record OtherMap(@Setting(help = "x") Map<Integer, String> map) {}

    @Section("x")
    record MapDefault(
            @Setting(help = "x", defaultValue = "a") Map<String, String> map) {}

    @Section("x")
    record Recursive(@Setting(help = "x") Map<String, Recursive> more) {}

    @Section("x.*")
    record AliasOfMany(
            @Setting(help = "x", defaultValue = "1", aliases = "y")
            int port) {}

    @Section("x")
    record AliasOne(
            @Setting(help = "x", defaultValue = "1", aliases = "y")
            int one) {}

    @Section("x")
    record AliasTwo(
            @Setting(help = "x", defaultValue = "1", aliases = "y")
            int two) {}

    @Section("a.first")
    record BelowSetting(
            @Setting(help = "x", defaultValue = "1") int x) {}

    @Section("a.*")
    record NamesAndKeys(
            @Setting(help = "x", defaultValue = "1") int x) {}

    @Section("Not.A.Path")
    record BadPath(@Setting(help = "x", defaultValue = "1") int x) {}

    @Section("x")
    record Refers(
            @Setting(help = "x", reference = "elsewhere") @Nullable
            String where) {}

    @Section("x")
    record Names(
            @Setting(help = "x", defaultValue = "1") int nativeIOEnabled,
            @Setting(help = "x", defaultValue = "1") int http2MaxStreams) {}

    @Test
    void recordsAtOnePathAreOneMapping() throws Exception {
        Model model = Model.of(A.class, AlsoA.class);

        DomainConfiguration read =
                new ConfigurationReader(model).read(Example.file("servers: {S: }\na: {first: 5, second: 6}\n"), "S");

        assertThat(read.get(A.class)).isEqualTo(new A(5));
        assertThat(read.get(AlsoA.class)).isEqualTo(new AlsoA(6));
    }

    @Test
    void keysAreInKebabCase() {
        assertThat(Model.of(Names.class).sections().get(0).record().keys())
                .extracting(Shape.Key::name)
                .containsExactly("native-io-enabled", "http2-max-streams");
        assertThat(RecordShapes.kebab("socketReadersPercent")).isEqualTo("socket-readers-percent");
    }

    @Test
    void mistakesNameTheComponent() {
        refused("SameKey: the key first is also that of", A.class, SameKey.class);
        refused("NoSection is named by a ModelProvider but has no @Section", NoSection.class);
        refused("NoSetting.port: no @Setting", NoSetting.class);
        refused("NoHelp.port: no help", NoHelp.class);
        refused("NoDefault.port: no default, not required and not @Nullable", NoDefault.class);
        refused("NotNullable.name: no default, not required and not @Nullable", NotNullable.class);
        refused("BadDefault.port: the default is wrong: expected a whole number, but found 'abc'", BadDefault.class);
        refused(
                "DefaultOutOfRange.port: the default is wrong: expected a whole number, at least 5",
                DefaultOutOfRange.class);
        refused("BadBound.port: the bound 'five' is not a whole number", BadBound.class);
        refused("NoBounds.on: bounds are for numbers, durations and sizes", NoBounds.class);
        refused("Crossed.port: the least value is greater than the greatest", Crossed.class);
        refused("BadPattern.name: not a pattern", BadPattern.class);
        refused("PatternOfNumber.port: patterns and references are for text", PatternOfNumber.class);
        refused("RequiredWithDefault.port: required, and yet with a default", RequiredWithDefault.class);
        refused("OtherType.uri: the type java.net.URI is none of the model's", OtherType.class);
        refused("OtherMap.map: the type java.util.Map<java.lang.Integer, java.lang.String> is none", OtherMap.class);
        refused("MapDefault.map: the default is wrong: mappings have no default of their own", MapDefault.class);
        refused("Recursive contains itself", Recursive.class);
        refused("AliasOfMany.port: an alias must mean one setting", AliasOfMany.class);
        refused("AliasTwo.two: the alias y is also that of x.one", AliasOne.class, AliasTwo.class);
        refused("BelowSetting: at first another record", A.class, BelowSetting.class);
        refused("A: at first another record", BelowSetting.class, A.class);
        refused("NamesAndKeys: at * another record", A.class, NamesAndKeys.class);
        refused("A: at first another record", NamesAndKeys.class, A.class);
        refused("BadPath: not a path of a section: Not.A.Path", BadPath.class);
    }

    @Test
    void aReferenceOutsideTheModelIsToldAndNotChecked() throws Exception {
        Model model = Model.of(Refers.class);

        assertThat(model.referencesOutsideTheModel())
                .containsExactly(Refers.class.getName() + ".where refers to elsewhere");
        assertThat(Example.MODEL.referencesOutsideTheModel()).isEmpty();
        assertThat(new ConfigurationReader(model)
                        .read(Example.file("servers: {S: }\nx: {where: there}\n"), "S")
                        .get(Refers.class)
                        .where())
                .isEqualTo("there");
    }

    @SafeVarargs
    private static void refused(String message, Class<? extends Record>... records) {
        assertThatThrownBy(() -> Model.of(records))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
