package guestbook;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

public class Entry {
    @NotBlank
    private String name = "";

    @Size(min = 3, max = 40)
    private String text = "";

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public String getText() {
        return text;
    }

    public void setText(String text) {
        this.text = text;
    }
}
