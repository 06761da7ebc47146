package io.keelson.deploy.internal.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginTest {
    @TempDir
    Path directory;

    private void own(String name, String mentions) throws IOException {
        Path file = directory.resolve("WEB-INF/classes/" + name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "\0\0" + mentions + "\0\0\0\0\0\0\0\0\0\0");
    }

    private void library(String name, String... entriesAndMentions) throws IOException {
        Path file = directory.resolve("WEB-INF/lib/" + name);
        Files.createDirectories(file.getParent());
        Files.write(file, zip(entriesAndMentions));
    }

    private static byte[] zip(String... entriesAndMentions) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < entriesAndMentions.length; i += 2) {
                zip.putNextEntry(new ZipEntry(entriesAndMentions[i]));
                zip.write(
                        ("\0\0" + entriesAndMentions[i + 1] + "\0\0\0\0\0\0\0\0\0\0").getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({
        "javax/servlet/Filter, true",
        "jakarta/servlet/Filter, false",
        "javax/servlet/Filter jakarta/servlet/Filter, false",
        "javax/ejb/Stateless, true",
        "javax.ejb.Stateless, true",
        "javax/ws/rs/Path, true",
        "javax/jws/WebService, true",
        "javax/ws/rs/Path jakarta/ws/rs/Path, false",
        "javax/ejb/Stateless jakarta/servlet/Filter, false",
        "javax/servlet/Filter jakarta/json/Json, true",
        // what the JDK has, and what applications use without a server
        "javax/sql/DataSource, false",
        "javax/inject/Inject, false",
        "javax/xml/bind/JAXB, false",
        "javax/annotation/Nullable, false",
        "javax/elementary/X, false",
        "nothing, false",
    })
    void anApplicationsOwnClassesDecide(String mentions, boolean javaEe) throws Exception {
        own("c/A.class", mentions);
        assertThat(Origin.isJavaEe(directory, 1L << 30)).isEqualTo(javaEe);
    }

    @Test
    void ownClassesCountBeforeLibraries() throws Exception {
        own("A.class", "jakarta/servlet/Filter");
        library("old.jar", "B.class", "javax/servlet/Filter");
        assertThat(Origin.isJavaEe(directory, 1L << 30)).isFalse();
        own("A.class", "javax/servlet/Filter");
        library("new.jar", "B.class", "jakarta/servlet/Filter");
        assertThat(Origin.isJavaEe(directory, 1L << 30)).isTrue();
    }

    @Test
    void librariesDecideWhereTheApplicationIsSilent() throws Exception {
        library("framework.jar", "B.class", "javax/servlet/Filter");
        assertThat(Origin.isJavaEe(directory, 1L << 30)).isTrue();
        library("other.jar", "C.class", "jakarta/servlet/Filter");
        assertThat(Origin.isJavaEe(directory, 1L << 30)).as("mixed: hands off").isFalse();
    }

    @Test
    void whatKnowsBothAndCopiesOfTheApiSayNothing() throws Exception {
        library("both.jar", "B.class", "javax/servlet/Filter", "C.class", "jakarta/servlet/Filter");
        library("api.jar", "javax/servlet/Filter.class", "javax/servlet/Filter");
        assertThat(Origin.isJavaEe(directory, 1L << 30)).isFalse();
        library("old.jar", "B.class", "javax/servlet/Filter");
        assertThat(Origin.isJavaEe(directory, 1L << 30)).isTrue();
    }

    @Test
    void pagesAndLibrariesInLibrariesCount() throws Exception {
        Files.writeString(directory.resolve("a.jsp"), "<%@page import='javax.servlet.http.Cookie'%>");
        assertThat(Origin.isJavaEe(directory, 1L << 30)).isTrue();
        Files.writeString(directory.resolve("a.jsp"), "<html>");
        Path lib = Files.createDirectories(directory.resolve("WEB-INF/lib"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("inner.jar"));
            zip.write(zip("B.class", "javax/servlet/Filter"));
        }
        Files.write(lib.resolve("outer.jar"), bytes.toByteArray());
        assertThat(Origin.isJavaEe(directory, 1L << 30)).isTrue();
    }

    @Test
    void aDamagedLibrarySaysNothing() throws Exception {
        Path lib = Files.createDirectories(directory.resolve("WEB-INF/lib"));
        Files.writeString(lib.resolve("broken.jar"), "PK\3\4 is the beginning of an archive, and the rest is not");
        assertThat(Origin.isJavaEe(directory, 1L << 30)).isFalse();
    }

    private void descriptor(String name, String mentions) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "<web-app>" + mentions + "</web-app>");
    }

    @Test
    void descriptorsDecideWhereNothingElseMentionsAnything() throws Exception {
        descriptor("WEB-INF/web.xml", "<servlet-class>javax.faces.webapp.FacesServlet</servlet-class>");
        assertThat(Origin.isJavaEe(directory, 1 << 20)).isTrue();
        own("A.class", "jakarta/faces/Bean");
        assertThat(Origin.isJavaEe(directory, 1 << 20)).isFalse();
    }

    @Test
    void descriptorsOfBothWorldsAndOtherFilesDecideNothing() throws Exception {
        descriptor("WEB-INF/web.xml", "javax.faces.PROJECT_STAGE jakarta.faces.webapp.FacesServlet");
        descriptor("pages/web.xml", "javax.faces.webapp.FacesServlet");
        assertThat(Origin.isJavaEe(directory, 1 << 20)).isFalse();
    }
}
