package quiz;

import jakarta.enterprise.context.SessionScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;

@Named
@SessionScoped
public class Quiz implements Serializable {
    @Inject
    private transient Judge judge;

    private int answer;
    private int tries;
    private String verdict = "";

    public String check() {
        tries++;
        verdict = judge.right(answer) ? "right" : "wrong";
        return judge.right(answer) ? "done?faces-redirect=true" : null;
    }

    public void tick() {
        tries++;
    }

    public int getAnswer() {
        return answer;
    }

    public void setAnswer(int answer) {
        this.answer = answer;
    }

    public int getTries() {
        return tries;
    }

    public String getVerdict() {
        return verdict;
    }
}
