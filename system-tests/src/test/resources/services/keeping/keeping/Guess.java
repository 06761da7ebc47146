package keeping;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Named;

@Named
@RequestScoped
public class Guess {
    private String word = "";

    public String getWord() {
        return word;
    }

    public void setWord(String word) {
        this.word = word;
    }
}
