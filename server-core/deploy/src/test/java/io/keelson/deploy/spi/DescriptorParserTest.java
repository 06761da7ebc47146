package io.keelson.deploy.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entities of descriptors: those of the document itself are read within bounds, others refused with the true reason. */
class DescriptorParserTest {
    private static String text(String document) throws DeploymentException {
        return text(document, StandardCharsets.UTF_8);
    }

    private static String text(String document, Charset charset) throws DeploymentException {
        return DescriptorNode.read("x.xml", new ByteArrayInputStream(document.getBytes(charset)))
                .text();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE a [<!ENTITY n \"Tom &amp; J\">]><a>&n;</a>",
                "<?xml version='1.0'?><!-- [ --><!DOCTYPE a [<!ENTITY n 'Tom &#38;amp; J'>]><a>&n;</a>",
                "\ufeff<?xml version=\"1.1\"?>\n<!DOCTYPE a [<!ENTITY n \"Tom &amp; J\">]>\n<a>&n;</a>",
                "<?xml version='1.1' encoding='UTF-8'?><!DOCTYPE a [<!ENTITY m 'Tom'><!ENTITY n '&m; &amp; J'>]><a>&n;</a>",
                "<!DOCTYPE a PUBLIC \"p\" 'http://nowhere.invalid/>[' [<!ENTITY n \"Tom &amp; J\">]><a>&n;</a>",
                "<!DOCTYPE a [<!ENTITY % d \"<!ENTITY n 'Tom &#38;amp; J'>\"> %d;]><a>&n;</a>",
                "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///nowhere'>]><a>Tom &amp; J</a>",
                "<!DOCTYPE a SYSTEM 'http://nowhere.invalid/a.dtd'><a>Tom &amp; J</a>",
            })
    void entitiesOfTheDocumentAreRead(String document) throws Exception {
        assertThat(text(document)).isEqualTo("Tom & J");
    }

    @Test
    void theyAreReadInTwoBytesACharacter() throws Exception {
        String document = "<?xml version='1.1' encoding='UTF-16'?><!DOCTYPE a [<!ENTITY n 'x'>]><a>&n;\u20ac</a>";
        assertThat(text(document, StandardCharsets.UTF_16)).isEqualTo("x\u20ac");
        assertThat(text("\ufeff" + document, StandardCharsets.UTF_16LE)).isEqualTo("x\u20ac");
    }

    @Test
    void anEntityMayBeAnElementOrPartOfAnAttribute() throws Exception {
        DescriptorNode root = DescriptorNode.read(
                "x.xml",
                new ByteArrayInputStream(
                        "<!DOCTYPE a [<!ENTITY n '<b>q</b>'><!ENTITY v '1'>]>\n<a c='&v;2'>&n;</a>".getBytes()));
        assertThat(root.children().get(0).text()).isEqualTo("q");
        assertThat(root.attributes()).containsEntry("c", "12");
    }

    private static String laughs(String use) {
        StringBuilder document = new StringBuilder("<!DOCTYPE a [<!ENTITY l0 'lol'>");
        for (int i = 1; i < 30; i++) {
            document.append("<!ENTITY l" + i + " '" + ("&l" + (i - 1) + ";").repeat(10) + "'>");
        }
        return document + "]>\n" + use;
    }

    @Test
    void entitiesThatExpandWithoutBoundsAreRefusedWithThatReason() {
        for (String bomb : new String[] {
            laughs("<a>&l29;</a>"),
            laughs("<a b='&l29;'/>"),
            "<!DOCTYPE a [<!ENTITY l '" + "x".repeat(60_000) + "'>]><a>" + "&l;".repeat(900) + "</a>",
            "<!DOCTYPE a [<!ENTITY % p '%q;%q;'><!ENTITY l '&l2;'><!ENTITY l2 '" + "&l3;".repeat(2_000)
                    + "'><!ENTITY l3 'y'>]><a>&l;</a>",
        }) {
            assertThatThrownBy(() -> text(bomb))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageStartingWith("x.xml:")
                    .hasMessageMatching("(?s).*(entities of its DOCTYPE expand to more than|not well-formed).*");
        }
        assertThatThrownBy(() -> text(laughs("<a>&l29;</a>")))
                .hasMessageContaining("expand to more than 1000 references or 65536 characters");
    }

    @Test
    void anEntityThatNamesItselfIsRefused() {
        assertThatThrownBy(() -> text("<!DOCTYPE a [<!ENTITY x '&y;'><!ENTITY y '&x;'>]><a>&x;</a>"))
                .hasMessageContaining("Recursive entity reference");
    }

    @Test
    void nothingOutsideOfTheDocumentIsRead(@TempDir Path directory) throws Exception {
        Path secret = Files.writeString(directory.resolve("secret.txt"), "secret");
        for (String use :
                new String[] {"[<!ENTITY e SYSTEM '%s'>]><a>&e;</a>", "[<!ENTITY %% e SYSTEM '%s'>%%e;]><a/>"}) {
            assertThatThrownBy(() -> text("<!DOCTYPE a " + use.formatted(secret.toUri())))
                    .as(use)
                    .hasMessageStartingWith("x.xml:1: it names the external entity '" + secret.toUri()
                            + "', and nothing outside of the document is read");
        }
        assertThatThrownBy(() -> text("<!DOCTYPE a [<!ENTITY e SYSTEM '" + secret.toUri() + "'>]><a b='&e;'/>"))
                .hasMessageContaining("not permitted in an attribute value")
                .hasMessageContaining("nothing outside of the document is read");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE a SYSTEM 'http://nowhere.invalid/a.dtd'><a>&e;</a>",
                "<!DOCTYPE a PUBLIC 'p' 'http://nowhere.invalid/a.dtd' [<!ENTITY n 'x'>]><a>&e;</a>",
            })
    void anEntityOfTheDocumentTypeElsewhereIsRefused(String document) {
        assertThatThrownBy(() -> text(document))
                .hasMessage(
                        "x.xml:1: the entity &e; is not declared in the document, and nothing outside of the document"
                                + " is read");
    }

    @Test
    void malformedDocumentsAreRefusedWithTheLine() {
        assertThatThrownBy(() -> text("<a>\n<b></a>")).hasMessageStartingWith("x.xml:2: not well-formed XML: ");
        assertThatThrownBy(() -> text("<a>&e;</a>")).hasMessageContaining("the entity &e; is not declared");
    }

    @Test
    void thePublicIdentifierIsTheDoctypesOwn() {
        assertThat(DescriptorParser.publicId("<!DOCTYPE a [<!ENTITY e PUBLIC 'x' 'y'>]><a/>".getBytes()))
                .isNull();
        assertThat(DescriptorParser.publicId("<!DOCTYPE a PUBLIC\n'x' 'y' [<!ENTITY e 'y'>]><a/>".getBytes()))
                .isEqualTo("x");
        assertThat(DescriptorParser.publicId("<!DOCTYPE aPUBLIC 'x' 'y'><a/>".getBytes()))
                .isNull();
        assertThat(DescriptorParser.publicId("<!DOCTYPE a PUBLIC 'x".getBytes()))
                .isNull();
    }
}
