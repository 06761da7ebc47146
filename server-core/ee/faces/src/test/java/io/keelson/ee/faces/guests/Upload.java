package io.keelson.ee.faces.guests;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Named;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A file with a name. */
@Named
@RequestScoped
public class Upload {
    private @Nullable String name;
    private @Nullable Part file;
    private String text = "";

    public void read() throws IOException {
        Part sent = file;
        text = name + " "
                + (sent == null ? "" : new String(sent.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    public String getText() {
        return text;
    }

    public @Nullable String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public @Nullable Part getFile() {
        return file;
    }

    public void setFile(Part file) {
        this.file = file;
    }
}
