<%@ page contentType="text/html; charset=UTF-8" %>
<form method="post">failure: ${shiroLoginFailure}<input name="username"><input name="password" type="password"><input name="rememberMe" type="checkbox" value="true"><button>Log in</button></form>
