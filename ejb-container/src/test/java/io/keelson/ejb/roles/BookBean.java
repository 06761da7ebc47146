package io.keelson.ejb.roles;

/** A stateful bean of which the descriptor says all. */
public class BookBean {
    private String title;

    public void prepare(String with) {
        title = with;
    }

    public String title() {
        return title;
    }

    public String close(boolean fail) throws Kept {
        if (fail) {
            throw new Kept();
        }
        return "closed";
    }
}
